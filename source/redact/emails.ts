import type {Rule} from './rule.ts';

/** Countries have two letters; of the others those that people have addresses in. So `W@x.shape` is none. */
const domains = new Set(
	(
		'com org net edu gov mil int info biz name pro dev app cloud tech online site store shop blog xyz email agency digital ' +
		'design studio systems solutions software network services company group team world today live life global ' +
		'international academy school institute foundation health care bank money finance ventures capital partners ' +
		'consulting media news press social chat space website page link club fun art wiki work works jobs tools zone host ' +
		'hosting computer engineering science energy earth eco bio legal law games video photo house city berlin london nyc ' +
		'paris tokyo amsterdam hamburg koeln wien swiss cat gal bzh scot wales asia africa top vip one ltd inc llc gmbh ' +
		'aero coop museum'
	).split(' '),
);

/** In a path the last two letters may be those of a file: `lib@next.js`, `mod@main.go`. These are none. */
const countries = new Set(
	(
		'ar at au be br ca ch cn co cz de dk es eu fi fr gr hk hu ie il in io it jp kr lu me mx nl no nz pt ro ru se sg si sk tr ' +
		'tw ua uk us za'
	).split(' '),
);

const address =
	/(?<=(?<![\w.+-])(?<name>[A-Za-z\d](?:[\w.+%-]{0,62}[\w+-])?))@(?<host>(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.){1,6})(?<top>[A-Za-z]{2,24})(?![\w-]|\.[A-Za-z\d]|\()/y;

/** Accounts of programs, and names that stand for any. */
const nobodies = new Set(
	(
		'git hg svn root ubuntu debian centos fedora ec2-user vagrant runner noreply no-reply donotreply do-not-reply user ' +
		'username you yourname your-name your.name your_name your-email your.email youremail name email someone somebody me ' +
		'first.last john.doe jane.doe foo bar test'
	).split(' '),
);

/** Hosts that are nobody's, with all below them. */
const nowhere = (
	'example.com example.org example.net example.edu test invalid localhost example local users.noreply.github.com ' +
	'noreply.github.com noreply.gitlab.com domain.com yourdomain.com your-domain.com yourcompany.com company.com email.com ' +
	'host.com server.com iam.gserviceaccount.com'
).split(' ');

function isNobody(name: string, host: string): boolean {
	if (nobodies.has(name) || name.endsWith('.git')) return true;
	return nowhere.some(known => host === known || host.endsWith(`.${known}`));
}

/** Files and packages: `icon@2x.png` ends in no domain, but `logo@2x.ai` does. */
const scale = /^\d+(?:\.\d+)?x?\./;

export const emails: Rule = {
	id: 'email',
	name: 'e-mail address',
	group: 'email',
	// One character, so it is looked for in another way.
	keywords: [],
	find(text, at, found) {
		address.lastIndex = at;
		const match = address.exec(text);
		if (!match) return undefined;
		const {name = '', host = '', top = ''} = match.groups!;
		const lower = top.toLowerCase();
		if (lower.length > 2 ? !domains.has(lower) : top !== lower && top !== top.toUpperCase()) return undefined;
		if (lower.length === 2 && name.length === 1 && host.length <= 3) return undefined;
		const start = startOf(text, at - name.length);
		if (scale.test(host) || isNobody(text.slice(start, at).toLowerCase(), (host + lower).toLowerCase()))
			return undefined;
		if (!/[A-Za-z\d]/.test(text[start]!) || isLogin(text, start)) return undefined;
		if (text[start - 1] === '/' && !domains.has(lower) && !countries.has(lower)) return undefined;
		found.push({start, end: at + match[0].length, rule: emails});
		return undefined;
	},
};

/** The `n` of `\nalice@…` belongs to the line break. */
function startOf(text: string, start: number): number {
	return text[start - 1] === '\\' && /[nrt]/.test(text[start]!) ? start + 1 : start;
}

/** Part of an address with a login, whose password is found elsewhere: `//name@host`, `//name:password@host`. */
function isLogin(text: string, start: number): boolean {
	if (text.startsWith('//', start - 2)) return true;
	const before = text.slice(Math.max(0, start - 120), start);
	return /:\/\/(?:[^\s/@]{0,120}|[^\s/@:]{0,60}:(?!\d{1,5}\/)[^\s/@]{1,60}[/@][^\s/@]{0,60})$/.test(before);
}
