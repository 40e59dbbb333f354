/** Made sessions that have something to find in them. */
import {entry, type FakeSession, toolUse} from './fake-library.ts';

const topics = [
	['Fix reconnect backoff in the websocket client', 'shop-api', 'claude'],
	['Add retry with jitter to the queue consumer', 'shop-api', 'codex'],
	['Why does the websocket close after 60s', 'gateway', 'claude'],
	['Port the retry helper to Kotlin', 'mobile', 'gemini'],
	['Review: websocket auth handshake', 'gateway', 'claude'],
	['Load test for 5k websockets', 'infra', 'opencode'],
	['Explain the reconnect state machine', 'shop-web', 'codex'],
	['修复网络连接的重试逻辑并编写测试用例', '网关', 'claude'],
	['検索が遅い理由を調べて 🔍', '検索サービス', 'claude'],
	['🚀 Ship the retry dashboard 👨‍👩‍👧‍👦', 'dash', 'gemini'],
] as const;

function talk(title: string, at: number) {
	const turns = Array.from({length: 6}, (_, turn) => [
		entry('user', `${turn === 0 ? title : `Turn ${turn + 1}: go on`}. The socket keeps dropping after a minute.`),
		entry('thinking', `Maybe the proxy ends idle connections; a retry with backoff would hide it. (${at}.${turn})`),
		entry(
			'assistant',
			`I looked at the proxy first. nginx closes idle connections after 60 s, so the client needs a retry with ` +
				`exponential backoff and full jitter, capped at thirty seconds. ${'It goes on for a while. '.repeat(8)}`,
		),
		...toolUse(
			'Bash',
			{command: 'grep -rn proxy_read_timeout deploy/'},
			`${'deploy/nginx.conf: something else\n'.repeat(12 + turn)}deploy/nginx.conf:41: proxy_read_timeout 60s; # websocket 🚀 重试\nend`,
			turn % 3 === 1,
		),
	]);
	return turns.flat();
}

export const finds: FakeSession[] = Array.from({length: 30}, (_, at) => {
	const [title, project, agent] = topics[at % topics.length]!;
	const name = at < topics.length ? title : `${title} (${at})`;
	return {
		id: `f${at}`,
		agent,
		title: name,
		cwd: `/home/me/${project}`,
		minutesAgo: at === 0 ? 1 : at * at * 17,
		entries: talk(name, at),
	};
});
