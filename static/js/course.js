// Progress in the course and the score of the quiz, kept in this browser. An account takes the progress over.

const DONE = "course"; // exercises that are done, such as “support/2”
const SCORES = "quiz"; // number of a question -> whether its first answer was right

const done = kept(DONE, []);
const { courseDone } = document.querySelector("[data-course-done]")?.dataset ?? {};
if (courseDone && !done.includes(courseDone)) keep(DONE, [...done, courseDone]);
showProgress();
if (done.length) takeOver(document.querySelector("[data-course-take]"));

const scores = kept(SCORES, {});
const answer = document.querySelector("[data-answered]")?.dataset;
if (answer && !(answer.answered in scores)) keep(SCORES, { ...scores, [answer.answered]: "right" in answer });
showScores();

/** What is stored by a name; `empty` if nothing is, or something else. */
function kept(name, empty) {
  try {
    const found = JSON.parse(localStorage.getItem(name));
    return found !== null && found.constructor === empty.constructor ? found : empty;
  } catch {
    return empty;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage nothing is marked.
  }
}

/** Mark the exercises that are done, and let the first button lead to the first that is not. */
function showProgress() {
  const links = [...document.querySelectorAll("[data-exercise]")];
  for (const link of links) {
    if (done.includes(link.dataset.exercise)) link.nextElementSibling.hidden = false;
  }
  continueAt("[data-course-next]", links, (link) => !link.nextElementSibling.hidden);
}

/** Send what was done without the account; it is kept here until the site has it. */
async function takeOver(form) {
  if (!form) return;
  const body = new FormData(form);
  done.forEach((name) => body.append("done", name));
  try {
    const { ok, type } = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (ok || type === "opaqueredirect") localStorage.removeItem(DONE);
  } catch {
    // The next visit tries again.
  }
}

/** Mark the questions that were answered, and count those that were right. */
function showScores() {
  const links = [...document.querySelectorAll("[data-question]")];
  if (!links.length) return;
  const isRight = (link) => scores[link.dataset.question];
  for (const link of links.filter((each) => each.dataset.question in scores)) {
    const mark = link.querySelector("[data-mark]");
    mark.textContent = isRight(link) ? " ✓" : " ✗";
    link.querySelector(isRight(link) ? "[data-was-right]" : "[data-was-wrong]").hidden = false;
  }
  const score = document.querySelector("[data-quiz-score]");
  score.hidden = Object.keys(scores).length === 0;
  score.querySelector("[data-quiz-right]").textContent = links.filter(isRight).length;
  score.querySelector("[data-quiz-answered]").textContent = links.filter((link) => link.dataset.question in scores).length;
  continueAt("[data-quiz-next]", links, (link) => link.dataset.question in scores);
}

/** Let a button lead to the first link that is not done, if another one is. */
function continueAt(selector, links, isDone) {
  const button = document.querySelector(selector);
  const next = links.find((link) => !isDone(link));
  if (!button || !next || !links.some(isDone)) return;
  button.href = next.href;
  button.textContent = button.dataset.courseNext ?? button.dataset.quizNext;
}
