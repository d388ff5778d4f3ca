// Entry point of the scripts. The pages also work without them, only slower.

import { showRelativeTimes } from "./dates.js";
import { guardSubmits } from "./submit.js";
import { closeMenus } from "./menu.js";
import { offerTimeZone } from "./time-zone.js";
import { showFeedback } from "./feedback.js";
import { viewBoards } from "./board/view.js";
import { giveOrdersOnTheMap } from "./board/orders.js";
import { stepThroughGame } from "./board/steps.js";
import { linkResults } from "./board/results.js";
import { copyLinks } from "./board/share.js";
import { copyTexts } from "./copy.js";
import { keepDrafts } from "./drafts.js";
import { showNews } from "./presence.js";
import { showSpots } from "./spots.js";
import { offerPush } from "./push.js";
import { helpWithPasswords } from "./password.js";
import { offerPasskeys } from "./passkeys.js";
import { keepCodes } from "./codes.js";

showRelativeTimes();
guardSubmits();
closeMenus();
offerTimeZone();
showFeedback();
viewBoards();
giveOrdersOnTheMap();
stepThroughGame();
linkResults();
copyLinks();
copyTexts();
keepDrafts();
showNews();
showSpots();
offerPush();
helpWithPasswords();
offerPasskeys();
keepCodes();
