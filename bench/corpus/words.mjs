// The vocabulary: about 30,000 made-up words, identifiers and paths, and words of other scripts. Nothing of it is real,
// but it is spread as in real text: few words everywhere, most of them hardly anywhere.
import {Random, Ranked} from './random.mjs';

const counts = {words: 15_000, identifiers: 11_000, paths: 4000, east: 4000, cyrillic: 3000, accented: 3000};

// What every text is full of.
const common =
	'the to of and a in is it for that this with on not be as are from we by or an if can so but have was at all one then only more when there which no has its now out into also after first each does both before'.split(
		' ',
	);
const trade =
	'file test error function value line code run type name check change fix call read path return build result list number string index key module update default config data version branch commit output input test'.split(
		' ',
	);

function makeWords(random, count, onsets, vowels, codas, lengths = [1, 2, 2, 2, 3, 3, 4]) {
	const made = new Set();
	while (made.size < count) {
		let word = '';
		for (let syllables = random.pick(lengths); syllables > 0; syllables--)
			word +=
				random.pick(onsets) + random.pick(vowels) + (syllables === 1 || random.chance(0.3) ? random.pick(codas) : '');
		if (word.length > 1) made.add(word);
	}
	// Short words are the frequent ones, by and large.
	const rank = new Map([...made].map(word => [word, word.length + random.unit() * 5]));
	return [...made].sort((a, b) => rank.get(a) - rank.get(b));
}

const latin = [
	'b c d f g h j k l m n p r s t v w z br cl cr dr fl gr pl pr sc sh sp st str th tr qu'.split(' '),
	'a e i o u ai ea ee io ou'.split(' '),
	['', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'nt', 'ck', 'sh', 'x'],
];
const russian = [
	'б в г д ж з к л м н п р с т ф х ц ч ш пр ст кр вл'.split(' '),
	'а е и о у ы я ю ё'.split(' '),
	['', '', 'н', 'т', 'к', 'ть', 'й', 'ст', 'ние'],
];
const western = [
	'b c d f g l m n p r s t v br cr pr tr ç ñ š ž č'.split(' '),
	'a e i o u é è ê à â ç ö ü ä å ø î ï ô ã'.split(' ').filter(vowel => vowel !== 'ç'),
	['', '', 'n', 'r', 's', 't', 'l', 'ß', 'ment', 'ção', 'ität'],
];

const kanji = [
	...'日本語検索時間設定変更確認実行結果処理関数変数文字列配列更新削除追加修正失敗成功接続通信画面表示入力出力保存読込計算分析比較選択開始終了原因問題解決方法機能構造設計環境開発試験品質性能速度記録履歴会話質問回答参照登録認証権限管理情報状態条件範囲位置順序単位部品全体最新以前以後必要可能不可重要簡単複雑',
];
const hanzi = [
	...'数据库索引查询服务配置文件代码测试运行错误修复函数变量返回结果列表时间版本分支提交合并网络连接请求响应缓存内存线程进程日志输出输入界面显示保存读取删除更新创建检查分析优化性能问题解决方法实现接口参数类型对象字符串数组循环条件判断开始结束权限用户密码登录验证',
];
const kana =
	'する した して します しました できる ない ました から まで ので ため もの こと など では には とは'.split(' ');

function makeEastern(random, count, signs, endings) {
	const made = new Set();
	while (made.size < count) {
		let word = random.pick(signs) + random.pick(signs);
		if (random.chance(0.25)) word += random.pick(signs);
		if (endings.length > 0 && random.chance(0.35)) word += random.pick(endings);
		made.add(word);
	}
	return [...made];
}

const capital = word => word[0].toUpperCase() + word.slice(1);

function makeIdentifiers(random, count, words) {
	const made = new Set();
	const near = () => words[Math.floor(random.unit() ** 2 * words.length)];
	const verbs = 'get set make find read write parse load save is has to from on with create update remove handle'.split(
		' ',
	);
	while (made.size < count) {
		const parts = [near(), near()];
		if (random.chance(0.35)) parts.push(near());
		const style = random.unit();
		if (style < 0.4) made.add(random.pick(verbs) + parts.map(capital).join(''));
		else if (style < 0.55) made.add(parts[0] + parts.slice(1).map(capital).join(''));
		else if (style < 0.72) made.add(parts.map(capital).join(''));
		else if (style < 0.92) made.add(parts.join('_'));
		else made.add(parts.join('_').toUpperCase());
	}
	return [...made];
}

function makePaths(random, count, words) {
	const made = new Set();
	const tops = 'src lib test packages/core packages/web internal cmd docs scripts app/models app/views'.split(' ');
	const suffixes = '.ts .ts .ts .tsx .js .py .go .rs .md .json .yaml .sql'.split(' ');
	const near = () => words[Math.floor(random.unit() ** 1.5 * words.length)];
	while (made.size < count) {
		const folders = Array.from({length: random.between(0, 2)}, near);
		const name = random.chance(0.4) ? `${near()}-${near()}` : random.chance(0.5) ? near() : `${near()}_${near()}`;
		made.add([random.pick(tops), ...folders, name + random.pick(suffixes)].join('/'));
	}
	return [...made];
}

export class Vocabulary {
	constructor(seed) {
		const random = new Random(seed, 0x766f63);
		const words = makeWords(random, counts.words, ...latin);
		const all = [...new Set([...common, ...trade, ...words])];
		this.wordList = all;
		this.identifierList = makeIdentifiers(random, counts.identifiers, words);
		this.pathList = makePaths(random, counts.paths, words);
		this.words = new Ranked(all);
		this.capitals = new Map(all.map(word => [word, capital(word)]));
		this.identifiers = new Ranked(this.identifierList);
		this.paths = new Ranked(this.pathList, {exponent: 0.9});
		this.scripts = {
			japanese: new Ranked(makeEastern(random, counts.east, kanji, kana)),
			chinese: new Ranked(makeEastern(random, counts.east, hanzi, [])),
			cyrillic: new Ranked(makeWords(random, counts.cyrillic, ...russian)),
			accented: new Ranked(makeWords(random, counts.accented, ...western)),
		};
		this.size = all.length + this.identifierList.length + this.pathList.length;
	}

	/** The words one project uses: any of the vocabulary, however rare elsewhere, come again and again here. */
	dialect(random) {
		const some = (list, count) => Array.from({length: count}, () => random.pick(list));
		return {
			words: new Ranked(some(this.wordList, 250), {exponent: 0.8, bits: 11}),
			identifiers: new Ranked(some(this.identifierList, 350), {exponent: 0.8, bits: 11}),
			paths: new Ranked(some(this.pathList, 120), {exponent: 0.7, bits: 10}),
		};
	}
}
