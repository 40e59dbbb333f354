/** What stands around a name says whether it is a setting of a file, a part of an address, or code. */

/** As far as one looks. */
const reach = 120;

/** Numbers of lines and marks of a diff, which tools put before a line. */
const marks = /^(?:[ \t]{0,8}\d{1,6}(?:→|\t|:|[ \t]?\|))?[+-]?/;

const yamlHead = /^[ \t]{0,80}(?:[-*] )?(?:\*\*|__)?$/;
const shellHead =
	/^(?:[ \t]{0,40}(?:export|set|local|declare|typeset|readonly|env|arg)[ \t]{1,4}(?:-[a-z]{1,3}[ \t]{1,4})?)?$/i;
const indented = /^[ \t]{0,40}$/;

export type Line = {
	/** What is before the name on its line, without marks. */
	readonly head: string;
	/** Where the line begins. */
	readonly start: number;
	/** The line begins behind a real line break, not behind `\n` in a string. */
	readonly isReal: boolean;
};

export function lineOf(text: string, nameStart: number): Line {
	const before = text.slice(Math.max(0, nameStart - reach), nameStart);
	const real = before.lastIndexOf('\n') + 1;
	const escaped = before.lastIndexOf('\\n') + 2;
	const isReal = escaped < 2 || escaped < real;
	const head = before.slice(isReal ? real : escaped);
	return {
		head: yamlHead.test(head) ? head : head.replace(marks, ''),
		start: nameStart - head.length,
		isReal: isReal && (real > 0 || nameStart <= reach),
	};
}

/** A line of YAML or of a list: nothing but the name, a dash and spaces before the colon. */
export const startsYaml = ({head}: Line) => yamlHead.test(head);

/** `name=value` from the first column on, or behind `export`. */
export const startsSetting = ({head}: Line) => shellHead.test(head);

/** Behind `-e`, `-D`, `--set`: the same on a command line. */
export function isGivenByFlag(before: string): boolean {
	return /(?:^|\s)(?:-D|(?:-e|--env|--build-arg|--set|--set-string)[ =]["']?)$/.test(before);
}

/** `?name=` and `&name=`. */
export const isInQuery = (before: string) => /[?&](?:amp;)?$/.test(before);

const pairBefore =
	/(?:^|[;"'`\s])(?:server|data source|host|hostaddr|uid|user id|user|username|database|initial catalog|dbname|port)[ ]?=[ ]?[^;="'`\s]{1,100}(?:;[ ]?|[ ])$/i;
const pairAfter = /(?:;[ ]?|[ ])(?:server|host|hostaddr|user|user id|uid|database|dbname|port|sslmode|encrypt)=/iy;

/** One of the pairs that say how to get into a database: `host=db user=app password=`, `Uid=sa;Pwd=`. */
export function isInConnection(text: string, nameStart: number, valueEnd: number): boolean {
	pairAfter.lastIndex = valueEnd;
	return pairBefore.test(text.slice(Math.max(0, nameStart - reach), nameStart)) || pairAfter.test(text);
}

const endOfLine = /[ \t]{0,20}(?:#|\r?\n|\\{1,8}[nr]|["'`]|$)/y;

export function endsLine(text: string, at: number): boolean {
	endOfLine.lastIndex = at;
	return endOfLine.test(text);
}

const setting = /^[ \t]{0,20}(?:[#;].*|[\w.-]{1,80}[ \t]{0,4}(?:=[^"'()]*)?)?\r?$/;

/** Whether all lines above, up to a `[section]`, are settings. */
export function isUnderSection(text: string, nameStart: number, line: Line): boolean {
	if (!line.isReal || !indented.test(line.head)) return false;
	const above = text.slice(Math.max(0, nameStart - 10 * reach), line.start).split('\n');
	above.pop();
	for (const one of above.reverse()) {
		if (/^\[[\w .:"/-]{1,80}\]\r?$/.test(one)) return true;
		if (!setting.test(one)) return false;
	}
	return false;
}
