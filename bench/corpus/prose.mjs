// Text of a session: sentences of its language, lines of code, and what tools print.
const eastern = {japanese: {stop: '。', pause: '、'}, chinese: {stop: '。', pause: ','}};
const particles = ['を', 'の', 'は', 'が', 'に', 'で', 'と', 'も', 'へ'];
const levels = ['INFO', 'INFO', 'INFO', 'DEBUG', 'DEBUG', 'WARN', 'ERROR'];
const indents = ['', '\t', '\t', '\t\t', '\t\t\t'];

export class Prose {
	/** `language`: english, japanese, chinese, cyrillic or accented. */
	constructor(random, vocabulary, dialect, language = 'english') {
		this.random = random;
		this.vocabulary = vocabulary;
		this.dialect = dialect;
		this.language = language;
	}

	word() {
		const bits = this.random.bits();
		return ((bits & 15) < 3 ? this.dialect : this.vocabulary).words.draw(this.random);
	}

	identifier() {
		return ((this.random.bits() & 3) < 2 ? this.dialect : this.vocabulary).identifiers.draw(this.random);
	}

	path() {
		return ((this.random.bits() & 3) < 3 ? this.dialect : this.vocabulary).paths.draw(this.random);
	}

	/** Words without an end: for titles and names. */
	phrase(least, most) {
		const {random} = this;
		const count = random.between(least, most);
		if (this.language === 'japanese' || this.language === 'chinese') return this.easternWords(count);
		let text = '';
		for (let at = 0; at < count; at++) {
			if (at > 0) text += ' ';
			text += random.chance(0.12) ? this.identifier() : this.own();
		}
		return text;
	}

	/** A word of the session's language. */
	own() {
		const ranked = this.vocabulary.scripts[this.language];
		return ranked !== undefined && (this.random.bits() & 7) < 6 ? ranked.draw(this.random) : this.word();
	}

	easternWords(count) {
		const ranked = this.vocabulary.scripts[this.language];
		let text = '';
		for (let at = 0; at < count; at++) {
			text += ranked.draw(this.random);
			if (this.language === 'japanese' && at < count - 1) text += particles[this.random.bits() % particles.length];
			if ((this.random.bits() & 31) === 0) text += ` ${this.identifier()} `;
		}
		return text;
	}

	sentence() {
		const {random} = this;
		const signs = eastern[this.language];
		if (signs) {
			const first = this.easternWords(random.between(3, 7));
			return random.chance(0.4)
				? first + signs.pause + this.easternWords(random.between(2, 5)) + signs.stop
				: first + signs.stop;
		}
		const count = random.between(5, 20);
		const first = this.own();
		let text = this.vocabulary.capitals.get(first) ?? first;
		for (let at = 1; at < count; at++) {
			const kind = random.bits() & 63;
			if (kind < 50) text += ` ${this.own()}`;
			else if (kind < 54) text += `, ${this.own()}`;
			else if (kind < 60) text += ` \`${this.identifier()}\``;
			else if (kind < 62) text += ` ${this.path()}`;
			else text += ` ${random.below(5000)}`;
		}
		return `${text}.`;
	}

	/** Sentences, in paragraphs, of about so many characters. */
	text(length) {
		let text = this.sentence();
		for (let since = text.length; text.length < length; ) {
			const sentence = this.sentence();
			const isNew = since > 350;
			since = isNew ? sentence.length : since + sentence.length;
			text += (isNew ? '\n\n' : ' ') + sentence;
		}
		return text;
	}

	/** What a model answers: text, here and there a list or some code. */
	answer(length) {
		let text = this.text(length * 0.6);
		if (this.random.chance(0.3)) {
			text += '\n';
			for (let items = this.random.between(2, 5); items > 0; items--) text += `\n- ${this.sentence()}`;
		}
		if (this.random.chance(0.25))
			text += `\n\n\`\`\`ts\n${this.code(this.random.between(100, 500))}\`\`\`\n\n${this.sentence()}`;
		return text.length < length ? `${text}\n\n${this.text(length - text.length)}` : text;
	}

	codeLine() {
		const {random} = this;
		const indent = indents[random.bits() % 5];
		switch (random.bits() & 15) {
			case 0:
			case 1:
				return `${indent}const ${this.identifier()} = ${this.identifier()}(${this.identifier()}, ${random.below(1000)});`;
			case 2:
				return `${indent}if (${this.identifier()}.${this.word()} === ${this.identifier()}) {`;
			case 3:
				return `${indent}return ${this.identifier()}.${this.word()}(${this.word()} => ${this.word()}.${this.identifier()});`;
			case 4:
				return `import {${this.identifier()}, ${this.identifier()}} from './${this.path()}';`;
			case 5:
			case 6:
				return `${indent}// ${this.phrase(4, 12)}`;
			case 7:
				return `${indent}${this.identifier()}: '${this.word()} ${this.word()} ${this.word()}',`;
			case 8:
				return `${indent}throw new Error('${this.phrase(3, 7)}');`;
			case 9:
				return `${indent}export function ${this.identifier()}(${this.word()}: ${this.identifier()}, ${this.word()}: number): ${this.identifier()} {`;
			case 10:
				return `${indent}await ${this.identifier()}.${this.identifier()}({${this.word()}, ${this.word()}: ${random.below(100)}});`;
			case 11:
				return `${indent}for (const ${this.word()} of ${this.identifier()}) {`;
			case 12:
				return '';
			case 13:
				return `${indent}}`;
			case 14:
				return `${indent}expect(${this.identifier()}(${this.word()})).toBe('${this.word()}');`;
			default:
				return `${indent}${this.identifier()} += ${this.identifier()}[${this.word()}] ?? 0x${random.hex(4)};`;
		}
	}

	code(length) {
		let text = '';
		while (text.length < length) text += `${this.codeLine()}\n`;
		return text;
	}

	/** What a command printed: logs, matches, test reports, listings. */
	output(length) {
		const {random} = this;
		const kind = random.bits() % 6;
		let text = '';
		let clock = 36_000_000 + random.below(20_000_000);
		while (text.length < length) {
			if (kind === 0) text += `${this.path()}:${random.below(900)}:${this.codeLine()}\n`;
			else if (kind === 1) {
				clock += random.below(4000);
				text += `${new Date(clock).toISOString().slice(11, 23)} ${random.pick(levels)} [${this.word()}-${random.below(20)}] ${this.phrase(4, 12)} id=${random.hex(12)} took=${random.below(900)}ms\n`;
			} else if (kind === 2)
				text += `${random.chance(0.93) ? ' ✓' : ' ✗'} ${this.path()} > ${this.phrase(4, 10)} ${random.below(300)}ms\n`;
			else if (kind === 3)
				text += `-rw-r--r-- 1 user user ${String(random.below(200_000)).padStart(8)} ${['Jan', 'Mar', 'Jun', 'Sep', 'Nov'][random.bits() % 5]} ${random.between(1, 28)} ${random.between(10, 23)}:${random.between(10, 59)} ${this.path()}\n`;
			else if (kind === 4) text += `${this.sentence()}\n`;
			else text += `${['+', '-', ' ', ' '][random.bits() & 3]}${this.codeLine()}\n`;
		}
		return text;
	}
}
