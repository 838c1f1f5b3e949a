// Asks the search of the documentation: `node ask.mjs FILE`, with {"index": …, "questions": […]}.
import { readFileSync } from "node:fs";
import { finder } from "../../../api/pages/documentation/static/finder.js";

const { index, questions } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const find = finder(index);
console.log(JSON.stringify(questions.map((question) => find(question))));
