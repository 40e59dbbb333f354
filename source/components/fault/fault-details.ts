import {sanitize} from '../../text/sanitize.ts';
import type {FaultReport} from './faults.ts';

const mostCalls = 30;
const longestMessage = 300;

/**
 * What whoever mends it needs to know, and no more: which error, where in the program, after which keys. A message may
 * quote what was being read, so that longer quotes are left out of it.
 */
export function faultDetails({error, during, keys}: FaultReport): string {
	const name = error instanceof Error ? error.name : 'Thrown';
	const message = error instanceof Error ? error.message : String(error);
	const calls = error instanceof Error ? (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line)) : [];
	const lines = [
		`${name} during ${during}: ${withoutQuotes(message)}`,
		...calls.slice(0, mostCalls).map(call => `    ${call.trim()}`),
		`keys: ${keys.join(' ') || 'none'}`,
	];
	return lines.map(line => sanitize(line).replaceAll('\n', ' ')).join('\n');
}

function withoutQuotes(message: string): string {
	const short = message.replace(/(["'`])(?:(?!\1)[^\\]|\\.){16,}\1/gs, '$1…$1');
	return short.length > longestMessage ? `${short.slice(0, longestMessage)}…` : short;
}
