// What the pages gain from a script. Without it they work just as well, only slower.

import { showRelativeTimes } from "./when.js";
import { guardSubmits } from "./submit.js";
import { closeMenus } from "./menu.js";
import { offerTimeZone } from "./zone.js";
import { echoOrders } from "./echo.js";
import { viewBoards } from "./board/view.js";
import { giveOrdersOnTheMap } from "./board/orders.js";
import { stepThroughGame } from "./board/steps.js";
import { linkLines } from "./board/lines.js";
import { copyLinks } from "./board/share.js";
import { copyTexts } from "./copy.js";
import { keepDrafts } from "./drafts.js";
import { tellWhatIsNew } from "./here.js";
import { showSpots } from "./spots.js";
import { offerPush } from "./push.js";

showRelativeTimes();
guardSubmits();
closeMenus();
offerTimeZone();
echoOrders();
viewBoards();
giveOrdersOnTheMap();
stepThroughGame();
linkLines();
copyLinks();
copyTexts();
keepDrafts();
tellWhatIsNew();
showSpots();
offerPush();
