/**
 * What a page can do besides being read: search, folding, branches, light and dark. It runs in a browser, as it stands;
 * without it the page is whole. Texts are never put together to HTML here.
 */
export const pageScript = String.raw`
(() => {
const root = document.documentElement;
const all = (what, within = document) => [...within.querySelectorAll(what)];
const one = what => document.querySelector(what);
root.classList.add('js');
const memory = {
	get() { try { return localStorage.getItem('recollect-theme'); } catch { return null; } },
	set(value) { try { localStorage.setItem('recollect-theme', value); } catch {} },
};
const remembered = memory.get();
if (remembered === 'light' || remembered === 'dark') root.dataset.theme = remembered;

function start() {
	themes();
	folding();
	branches();
	outline();
	copying();
	searching();
}

function themes() {
	const button = one('.bar .theme');
	const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
	const tell = () => { button.textContent = isDark() ? '☀' : '☾'; button.setAttribute('aria-label', isDark() ? 'Light' : 'Dark'); };
	button.onclick = () => {
		root.dataset.theme = isDark() ? 'light' : 'dark';
		memory.set(root.dataset.theme);
		tell();
	};
	tell();
}

function folding() {
	const button = one('.bar .fold');
	let isOpen = false;
	button.onclick = () => {
		isOpen = !isOpen;
		for (const each of all('details:not(.side)')) each.open = isOpen;
		const words = isOpen ? 'Fold all' : 'Unfold all';
		one('.bar .fold .long').textContent = words;
		button.setAttribute('aria-label', words);
	};
}

/* Each fork knows the stretch it stands in and its sides; a side is shown if everything on the way to it was chosen. */
let choose = () => {};
function branches() {
	const forks = all('.fork[data-f]');
	if (forks.length === 0) return;
	const chosen = new Map(), parents = new Map();
	const sides = all('.side');
	for (const side of sides) if (side.tagName === 'DETAILS') side.open = true;
	for (const fork of forks) {
		for (const button of all('button', fork)) {
			const {s} = button.dataset;
			parents.set(s, {fork: fork.dataset.f, stretch: fork.dataset.p});
			if (button.getAttribute('aria-pressed') === 'true') chosen.set(fork.dataset.f, s);
			button.onclick = () => {
				const before = fork.getBoundingClientRect().top;
				choose(s);
				scrollBy(0, fork.getBoundingClientRect().top - before);
			};
			const words = one('.side[data-s="' + s + '"] .prompt .text');
			const start = words ? words.textContent.trim().replace(/\s+/g, ' ') : '';
			if (start) button.title = start.slice(0, 300), button.append(' · ' + (start.length > 48 ? start.slice(0, 48) + '…' : start));
		}
	}
	const isShown = s => {
		for (let at = s; at !== '0'; ) {
			const parent = parents.get(at);
			if (!parent) return true;
			if (chosen.get(parent.fork) !== at) return false;
			at = parent.stretch;
		}
		return true;
	};
	const show = () => {
		for (const side of sides) side.classList.toggle('on', isShown(side.dataset.s));
		for (const item of all('.outline [data-s]')) item.hidden = !isShown(item.dataset.s);
		for (const button of all('.fork button')) {
			const fork = button.parentElement.dataset.f;
			button.setAttribute('aria-pressed', String(chosen.get(fork) === button.dataset.s));
		}
	};
	choose = s => {
		for (let at = s; at !== '0'; ) {
			const parent = parents.get(at);
			if (!parent) break;
			chosen.set(parent.fork, at);
			at = parent.stretch;
		}
		show();
	};
	show();
	const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
	if (target) { reveal(target); target.scrollIntoView(); }
}

function reveal(node) {
	const element = node.nodeType === 1 ? node : node.parentElement;
	const side = element.closest('.side');
	if (side) choose(side.dataset.s);
	for (let at = element.closest('details:not(.side)'); at; at = at.parentElement.closest('details:not(.side)')) at.open = true;
}

function outline() {
	const nav = one('.outline'), menu = one('.bar .menu');
	if (!nav) return menu.remove();
	menu.onclick = event => { nav.classList.toggle('open'); event.stopPropagation(); };
	document.addEventListener('click', event => {
		if (event.target.closest('.outline a') || !event.target.closest('.outline')) nav.classList.remove('open');
	});
	const links = new Map(all('a', nav).map(link => [link.getAttribute('href').slice(1), link]));
	let now;
	const watch = new IntersectionObserver(seen => {
		for (const {isIntersecting, target} of seen) {
			if (!isIntersecting) continue;
			now?.classList.remove('now');
			now = links.get(target.id);
			now?.classList.add('now');
			if (now && nav.scrollHeight > nav.clientHeight) {
				const {top, bottom} = now.getBoundingClientRect(), box = nav.getBoundingClientRect();
				if (top < box.top || bottom > box.bottom) nav.scrollTop += top - box.top - box.height / 3;
			}
		}
	}, {rootMargin: '-10% 0px -70% 0px'});
	for (const prompt of all('.prompt[id]')) watch.observe(prompt);
}

function copying() {
	for (const pre of all('pre')) {
		const button = document.createElement('button');
		button.className = 'copy';
		button.type = 'button';
		button.textContent = 'Copy';
		pre.append(button);
	}
	document.addEventListener('click', async event => {
		const button = event.target.closest('.copy');
		if (!button) return;
		const text = [...button.parentElement.childNodes].filter(each => each !== button).map(each => each.textContent).join('');
		let isDone = true;
		try {
			await navigator.clipboard.writeText(text);
		} catch {
			const area = document.createElement('textarea');
			area.value = text;
			document.body.append(area);
			area.select();
			isDone = document.execCommand('copy');
			area.remove();
		}
		button.textContent = isDone ? 'Copied' : 'Not possible';
		setTimeout(() => { button.textContent = 'Copy'; }, 1500);
	});
}

function searching() {
	const input = one('.bar input'), output = one('.bar output');
	const most = 5000;
	const canMark = 'highlights' in CSS && typeof Highlight === 'function';
	let hits = [], at = -1, texts, timer;
	/* What is looked through: the texts of each part, and where in it their nodes begin. */
	const read = () => all('.part').map(part => {
		const nodes = [], starts = [];
		let text = '';
		const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			if (node.parentElement.className === 'copy') continue;
			nodes.push(node);
			starts.push(text.length);
			text += node.data;
		}
		const lower = text.toLowerCase();
		return {element: part, nodes, starts, text: lower.length === text.length ? lower : text};
	});
	const place = ({nodes, starts}, offset) => {
		let low = 0, high = starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (starts[middle] <= offset) low = middle; else high = middle - 1;
		}
		return [nodes[low], offset - starts[low]];
	};
	const rangeOf = ({part, from, to}) => {
		const range = document.createRange();
		range.setStart(...place(part, from));
		const [node, offset] = place(part, to - 1);
		range.setEnd(node, offset + 1);
		return range;
	};
	const tell = () => {
		output.textContent = input.value.trim() === '' ? '' : hits.length === 0 ? 'none' : (at + 1) + '/' + hits.length + (hits.length === most ? '+' : '');
	};
	const find = () => {
		const query = input.value.trim().toLowerCase();
		hits = [];
		at = -1;
		if (query !== '') {
			texts ??= read();
			for (const part of texts) {
				for (let from = part.text.indexOf(query); from >= 0 && hits.length < most; from = part.text.indexOf(query, from + query.length))
					hits.push({part, from, to: from + query.length});
				if (hits.length >= most) break;
			}
		}
		if (canMark) {
			CSS.highlights.set('found', new Highlight(...hits.map(rangeOf)));
			CSS.highlights.delete('here');
		}
		tell();
	};
	const go = step => {
		clearTimeout(timer);
		if (input.value.trim() !== input.dataset.asked) { input.dataset.asked = input.value.trim(); find(); }
		if (hits.length === 0) return;
		at = at < 0 ? (step > 0 ? firstBelow() : hits.length - 1) : (at + step + hits.length) % hits.length;
		const range = rangeOf(hits[at]);
		reveal(range.startContainer);
		if (canMark) CSS.highlights.set('here', new Highlight(range));
		else { const selection = getSelection(); selection.removeAllRanges(); selection.addRange(range); }
		show(range);
		/* What comes into sight is laid out only then, and may be larger than it was taken for. */
		requestAnimationFrame(() => requestAnimationFrame(() => show(range)));
		tell();
	};
	const show = range => {
		const pre = range.startContainer.parentElement.closest('pre');
		const {top} = range.getBoundingClientRect();
		if (pre && pre.scrollHeight > pre.clientHeight) pre.scrollTop += top - pre.getBoundingClientRect().top - pre.clientHeight / 2;
		const now = range.getBoundingClientRect();
		if (now.top < 80 || now.bottom > innerHeight - 40) scrollBy(0, now.top - innerHeight / 2);
	};
	/* The parts themselves are asked where they are: what is in them need not be laid out for that. */
	const firstBelow = () => {
		let last;
		for (let index = 0; index < hits.length; index++) {
			const {element} = hits[index].part;
			if (element === last) continue;
			last = element;
			const {bottom, height} = element.getBoundingClientRect();
			if (height > 0 && bottom > 60) return index;
		}
		return 0;
	};
	input.oninput = () => {
		clearTimeout(timer);
		timer = setTimeout(() => { input.dataset.asked = input.value.trim(); find(); }, 150);
	};
	input.onkeydown = event => {
		if (event.key === 'Enter') go(event.shiftKey ? -1 : 1), event.preventDefault();
		if (event.key === 'Escape') input.value = '', input.dataset.asked = '', find(), input.blur();
	};
	one('.bar .next').onclick = () => go(1);
	one('.bar .previous').onclick = () => go(-1);
	document.addEventListener('keydown', event => {
		if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input,textarea')) return;
		event.preventDefault();
		input.focus();
		input.select();
	});
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start); else start();
})();
`;
