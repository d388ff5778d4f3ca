// Entry point of the further scripts of pages on which orders are given.

import { loadChoices } from "./board/order-choices.js";
import { giveOrdersOnTheMap } from "./board/orders.js";
import { filterLongLists } from "./list-filter.js";
import { keepScrollAfterTexts } from "./panel-scroll.js";

if (await loadChoices()) giveOrdersOnTheMap();
filterLongLists();
keepScrollAfterTexts();
