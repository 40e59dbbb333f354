// Words that stand in known sessions and nowhere else, so that a search can be checked for what it finds and misses.

/** `where`: which part of the session holds it. `agents`: one session of each; `count`: so many sessions of any agent. */
export const needles = [
	{word: 'qvortanzil', where: 'prompt', agents: ['claude']},
	{word: 'brimzelfoot', where: 'answer', agents: ['codex'], turn: 1},
	{word: 'xendrakumo', where: 'output', agents: ['gemini']},
	{word: 'plooktarviq', where: 'input', agents: ['opencode']},
	{word: 'wistormajek', where: 'thinking', agents: ['pi']},
	{word: 'jubelkrontz', where: 'answer', agents: ['copilot']},
	{word: 'dovexilquan', where: 'prompt', agents: ['cursor'], turn: 1},
	{word: 'harzibuntel', where: 'output', agents: ['cursor']},
	{word: 'nebquistral', where: 'prompt', agents: ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot']},
	{word: 'yomvexandru', where: 'output', agents: ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot']},
	{word: 'krumvoxalid', where: 'answer', count: 25},
	{word: 'fathomzwirl', where: 'title', agents: ['claude']},
	{word: 'opzelmarent', where: 'title', agents: ['opencode']},
	// In the middle of a tool's output of 150 KB.
	{word: 'deepmarrowzyx', where: 'deep', agents: ['claude']},
	{word: 'deepcodrexulm', where: 'deep', agents: ['codex']},
	{word: 'subterzaquil', where: 'subagent', agents: ['claude']},
	{word: 'subcodzanquor', where: 'subagent', agents: ['codex']},
	// On a branch that was given up.
	{word: 'rewoundzorblix', where: 'rewound', agents: ['claude']},
	{word: 'getZanthorCacheKey', where: 'output', agents: ['claude']},
	{word: 'zanthor_ledger_key', where: 'input', agents: ['codex']},
	{word: 'src/zibbleforge/main-quax.ts', where: 'path', agents: ['claude']},
	// One after the other in the first, apart in the second.
	{word: 'velvexian hexaprismal', where: 'answer', agents: ['claude']},
	{word: 'hexaprismal zwischen velvexian', where: 'answer', agents: ['codex']},
	{word: '麒麟閣之鯨', where: 'prompt', agents: ['claude'], language: 'japanese'},
	{word: '璀璨鲸鱼港', where: 'answer', agents: ['codex'], language: 'chinese'},
	{word: 'кракозябрин', where: 'answer', agents: ['claude'], language: 'cyrillic'},
	{word: 'naïveçombré', where: 'prompt', agents: ['codex'], language: 'accented'},
];

/** The session holds a needle beside what it was planned to be; the first fitting ones without a needle are taken. */
export function plantNeedles(sessions, random) {
	const free = shuffled(sessions, random);
	for (const needle of needles) {
		const {word, where, agents, count = 0, turn, language} = needle;
		const wanted = agents ?? Array.from({length: count}, () => undefined);
		for (const agent of wanted) {
			const session = free.find(
				each =>
					each.needles.length === 0 &&
					!each.isLarge &&
					!each.forkOf &&
					(agent === undefined || each.agent === agent) &&
					(language === undefined ? each.language === 'english' : true),
			);
			if (!session) throw new Error(`no session for ${word}`);
			if (language !== undefined) session.language = language;
			session.needles.push({word, where, turn});
		}
	}
}

function shuffled(list, random) {
	const copy = [...list];
	for (let at = copy.length - 1; at > 0; at--) {
		const other = random.below(at + 1);
		[copy[at], copy[other]] = [copy[other], copy[at]];
	}
	return copy;
}
