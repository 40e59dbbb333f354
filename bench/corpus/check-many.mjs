// Whether recollect lists a corpus as it was made: every session, once, with as many prompts as were typed.
// `node bench/corpus/check-many.mjs HOME [CLI]` after a build.
import {spawn} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const home = process.argv[2];
const cli = process.argv[3] ?? path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const manifest = JSON.parse(fs.readFileSync(path.join(home, '..', 'manifest.json'), 'utf8'));

function run(...args) {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [cli, ...args, '--home', home], {stdio: ['ignore', 'pipe', 'inherit']});
		const pieces = [];
		child.stdout.on('data', piece => pieces.push(piece));
		child.on('error', reject);
		child.on('close', () => resolve(JSON.parse(Buffer.concat(pieces).toString('utf8'))));
	});
}

const {sessions, meta} = await run('list', '--json', '--all');
const found = new Map(sessions.map(session => [session.id, session]));
const complaints = [];
if (found.size !== sessions.length) complaints.push(`${sessions.length - found.size} ids are listed twice`);
for (const {agent, id, prompts, title, forkOf, ended} of manifest.list) {
	const listed = found.get(id);
	if (!listed) complaints.push(`${agent} ${id} is not listed`);
	else {
		if (listed.agent !== agent) complaints.push(`${agent} ${id} is listed as ${listed.agent}`);
		if (listed.counts?.prompts !== prompts)
			complaints.push(`${agent} ${id}: ${listed.counts?.prompts} prompts, not ${prompts}`);
		if (title !== undefined && listed.title !== title)
			complaints.push(`${agent} ${id}: called ${listed.title}, not ${title}`);
		if ((listed.forked_from ?? undefined) !== forkOf)
			complaints.push(`${agent} ${id}: fork of ${listed.forked_from}, not ${forkOf}`);
		if (Math.abs(Date.parse(listed.ended_at) - ended) > 2000)
			complaints.push(`${agent} ${id}: ended ${listed.ended_at}, not ${new Date(ended).toISOString()}`);
	}
}
for (const {agent, id, parent} of manifest.subagents) {
	const listed = found.get(id);
	if (!listed) complaints.push(`${agent} ${id}, a sub-agent, is not listed`);
	else if (listed.parent_id !== parent) complaints.push(`${agent} ${id}: below ${listed.parent_id}, not ${parent}`);
}
const expected = manifest.list.length + manifest.subagents.length;
if (sessions.length !== expected) complaints.push(`${sessions.length} sessions are listed, not ${expected}`);
const totals = {};
for (const {agent, counts} of sessions) {
	totals[agent] ??= {sessions: 0, prompts: 0, messages: 0, toolCalls: 0};
	totals[agent].sessions++;
	totals[agent].prompts += counts?.prompts ?? 0;
	totals[agent].messages += counts?.messages ?? 0;
	totals[agent].toolCalls += counts?.tool_calls ?? 0;
}
console.table(totals);
console.log('list meta', JSON.stringify(meta).slice(0, 1500));
console.log(`${complaints.length} complaints`);
for (const complaint of complaints.slice(0, 40)) console.log(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
