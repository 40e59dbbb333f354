import {takes} from './describe-option.ts';
import {options} from './options.ts';

/** All options for the help of `recollect config`: a name, and what it does below it. */
export function optionHelp(): string {
	const texts = options.map(option => {
		const {name, help, flag} = option;
		return [`  ${name}: ${takes(option)}`, `      ${help}${flag === undefined ? '' : ` ${flag} wins over it.`}`].join(
			'\n',
		);
	});
	return ['Settings', ...texts].join('\n');
}

/** All options for the README, as Markdown. */
export function optionTable(): string {
	const rows = options.map(option => {
		const {name, help, flag, preset} = option;
		const usual = typeof preset === 'object' ? '' : `\`${String(preset)}\``;
		return `| \`${name}\` | ${takes(option)} | ${usual} | ${help}${flag === undefined ? '' : ` \`${flag}\` wins over it.`} |`;
	});
	return ['| setting | takes | without it | what it does |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
