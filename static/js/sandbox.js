// Entry point of the further scripts of a line in the sandbox: the list of lines that were tried, and undo and redo.

import { lineOnPage, takeLine } from "./sandbox/tried.js";
import { listenToTree, showTree } from "./sandbox/tree.js";
import { listenToUndo, showUndo } from "./sandbox/undo.js";

function show() {
  if (!lineOnPage()) return;
  showTree();
  showUndo();
}

listenToTree();
listenToUndo();
show();
document.addEventListener("sandbox:line", ({ detail }) => {
  takeLine(detail);
  show();
});
document.addEventListener("board:step", show);
window.addEventListener("pageshow", ({ persisted }) => persisted && show());
