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

const output = new RegExp(
	`${line}response_item","payload":\\{"type":"(?:function_call|custom_tool_call|local_shell_call)_output",${id}${callId},` +
		`"output":(?:\\[\\{"type":"input_text","text":)?"(?!${object})(?:${headingLine})*(?!${heading})`,
);

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

export function isOutlined(bytes: Buffer): boolean {
	if (bytes.length < shortest) return false;
	const head = bytes.toString('latin1', 0, lookedAt);
	if (output.test(head) || commandEnd.test(head)) return true;
	const match = call.exec(head);
	if (!match) return false;
	return match[1] === undefined || callEnd.test(bytes.toString('latin1', bytes.length - tail));
}
