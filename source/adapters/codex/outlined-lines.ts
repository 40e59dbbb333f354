/**
 * Lines of which the first pass needs no long text, so that an outline of them will do (see `outlineOf`): calls and their
 * results. What it does look at must be ASCII or decided before the first letter that is not: the ids and names, the
 * command a script may spell out, and how a result begins, which tells whether it failed.
 */
const line = '^\\{"timestamp":"[^"]*",(?:"ordinal":\\d+,)?"type":"';
const id = '(?:"id":"[\\w-]*",)?';
const callId = '"call_id":"[\\w-]*"';

/** What Codex writes above an output; it has to be ASCII up to its end. */
const heading = '(?:Chunk ID|Wall time|Command)';
const headingLine = `${heading}(?:[^\\\\"\\x7f-\\xff]|\\\\[^n])*\\\\n`;
/** An object may name the sub-agent that a call started, except where it is the wrapping of an output. */
const object = '(?:\\\\[nrt]| )*\\{(?!\\\\"output\\\\":)';

const outputStart =
	`(${line}response_item","payload":\\{"type":"(?:function_call|custom_tool_call|local_shell_call)_output",${id}${callId},` +
	'"output":(?:\\[\\{"type":"input_text","text":)?")';
const tellsItsEnd = `(?!${object})(?:${headingLine})*(?!${heading})`;
const output = new RegExp(outputStart + tellsItsEnd);

/** What is wrapped in JSON within the text has to be taken out of it, and is not read apart. */
const unwrapped = '(?!\\{\\\\"output\\\\":)';
const bareOutput = new RegExp(outputStart + unwrapped);
const outlinedBareOutput = new RegExp(outputStart + unwrapped + tellsItsEnd);

/** The code of a script is compared with the commands that ran. */
const call = new RegExp(
	`${line}response_item","payload":\\{"type":"(?:` +
		`(function_call)",${id}"name":"[\\w.-]*",(?:"namespace":"[\\w.-]*",)?"arguments":"|` +
		`custom_tool_call",${id}(?:"status":"\\w*",)?${callId},"name":"(?!exec")[\\w.-]*",(?:"namespace":"[\\w.-]*",)?"input":")`,
);
const callEnd = new RegExp(`${callId}[\\0-\\x7f]*$`);

const commandEnd = new RegExp(
	`${line}event_msg","payload":\\{"type":"exec_command_end",${callId}[\\0-\\x7f]*?"command":\\[[\\0-\\x7f]*?\\],"cwd":"`,
);

/** Shorter lines are parsed as quickly as they are looked at. */
const shortest = 400;
const lookedAt = 1000;
const tail = 200;

/** To read a shorter output apart takes as long as to parse it. */
const shortestApart = 1000;
/** More of an output nobody looks at to find out how it ended. */
export const outlinedText = 1000;

/** Where a long output begins, of which the first pass needs the beginning. */
export function outlinedOutput(bytes: Buffer): number | undefined {
	return longOutput(bytes, outlinedBareOutput);
}

/** Where a long output begins that can be written down as it is. */
export function wholeOutput(bytes: Buffer): number | undefined {
	return longOutput(bytes, bareOutput);
}

function longOutput(bytes: Buffer, pattern: RegExp): number | undefined {
	if (bytes.length < shortestApart) return undefined;
	const match = pattern.exec(bytes.toString('latin1', 0, lookedAt));
	return match ? match[1]!.length : undefined;
}

export function isOutlined(bytes: Buffer): boolean {
	if (bytes.length < shortest) return false;
	const head = bytes.toString('latin1', 0, lookedAt);
	if (output.test(head) || commandEnd.test(head)) return true;
	const match = call.exec(head);
	if (!match) return false;
	return match[1] === undefined || callEnd.test(bytes.toString('latin1', bytes.length - tail));
}
