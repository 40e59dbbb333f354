/** How wide the columns of a row are. What matters less gives way first, and nothing in a row moves another row's columns. */
export type RowColumns = {
	/** Whether it is marked, whether somebody writes to it, whether it is selected. */
	readonly gutter: number;
	readonly agent: number;
	readonly title: number;
	/** 0 where there is no room for them. */
	readonly project: number;
	readonly age: number;
	readonly prompts: number;
	readonly tokens: number;
	readonly marks: MarkColumns | undefined;
	/** Left blank at the end. */
	readonly rest: number;
};

/** Each mark has its place, so that the same ones stand below each other. */
export type MarkColumns = {readonly forks: number; readonly agents: number; readonly flags: number};

const gutter = 4;
/** `opencode` is the longest name so far. */
const agent = 9;
/** `12mo`, and a space before it. */
const age = 5;
/** In a very wide row the eye must still find from the title to what belongs to it. */
const widestTitle = 90;

/** `hasProject`: it is not said in a heading above. */
export function rowColumns(columns: number, hasProject = true): RowColumns {
	const isWide = columns >= 100;
	const project = columns < 50 || !hasProject ? 0 : 2 + Math.min(20, Math.floor(columns * 0.16));
	const prompts = columns < 64 ? 0 : isWide ? 5 : 4;
	const tokens = isWide ? 6 : 0;
	const marks = columns < 44 ? undefined : isWide ? {forks: 4, agents: 5, flags: 3} : {forks: 3, agents: 4, flags: 2};
	const marksWidth = marks ? marks.forks + marks.agents + marks.flags : 1;
	const fixed = gutter + agent + project + age + prompts + tokens + marksWidth;
	const title = Math.max(4, Math.min(widestTitle, columns - fixed));
	const rest = Math.max(0, columns - fixed - title);
	return {gutter, agent, title, project, age, prompts, tokens, marks, rest};
}
