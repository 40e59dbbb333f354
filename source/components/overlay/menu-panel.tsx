import {Box} from 'ink';
import SelectInput from 'ink-select-input';
import {fit, widthOf} from '../../text/width.ts';
import {cutLine, lineWidth} from '../line-tools.ts';
import {lineView} from '../search/line-view.ts';
import {TextLine} from '../text-line.tsx';
import type {Line} from '../theme.ts';
import type {Menu, MenuItem} from './menu.ts';

/** So many items are in sight at once. */
const mostShown = 10;

type MenuPanelProps = {readonly menu: Menu; readonly columns: number; readonly rows: number};

/** How many rows a menu takes of a body this high. */
export function menuRows({items, editor}: Menu, bodyRows: number): number {
	const wanted = 1 + (editor ? 1 : 0) + Math.max(1, Math.min(items.length, mostShown));
	return Math.min(wanted, Math.max(3, bodyRows - 2));
}

/** The one that is chosen is in sight, with its neighbours around it. `rows`: of the whole menu. */
export function itemsInSight({items, index, editor}: Menu, rows: number): {first: number; height: number} {
	const height = Math.max(1, rows - 1 - (editor ? 1 : 0));
	return {first: Math.max(0, Math.min(index - Math.floor(height / 2), items.length - height)), height};
}

/** A menu at the bottom of the screen. Its keys are in the keymap, so the select input only draws. */
export function MenuPanel({menu, columns, rows}: MenuPanelProps) {
	const {items, index, editor, title} = menu;
	const {first, height} = itemsInSight(menu, rows);
	const shown = items.slice(first, first + height);
	const label = labelColumns(shown, columns);
	return (
		<Box flexDirection="column" width={columns} height={rows} flexShrink={0}>
			<TextLine line={titleLine(title, columns)} width={columns} />
			{editor && <TextLine line={typedLine(menu, columns)} width={columns} />}
			{shown.length === 0 ? (
				<TextLine line={[{text: '  Nothing here is called so', role: 'dim'}]} width={columns} />
			) : (
				<SelectInput
					// Whichever is chosen is drawn so from the start: it keeps no state of its own.
					key={`${first} ${index} ${items.length}`}
					isFocused={false}
					initialIndex={index - first}
					items={shown.map((_, at) => ({label: String(at), value: at, key: String(at)}))}
					indicatorComponent={NoIndicator}
					itemComponent={({isSelected = false, label: at}) => (
						<TextLine line={itemLine(shown[Number(at)]!, isSelected, label, columns)} width={columns} />
					)}
				/>
			)}
		</Box>
	);
}

/** Of a palette the keys stay in sight: the labels give way. A note that is a sentence takes what is left. */
function labelColumns(shown: readonly MenuItem[], columns: number): number {
	const widest = (texts: readonly string[]) => Math.max(...texts.map(widthOf), 8);
	const label = widest(shown.map(item => item.label));
	const note = widest(shown.map(item => item.note ?? ''));
	const room = columns - 4 - 3 - note;
	return room < columns / 2 ? label : Math.min(label, room);
}

function NoIndicator() {
	return null;
}

function titleLine(title: string, columns: number): Line {
	const line: Line = [{text: '── ', role: 'dim'}, {text: title, role: 'title'}, {text: ' '}];
	return cutLine([...line, {text: '─'.repeat(Math.max(0, columns - lineWidth(line))), role: 'dim'}], columns);
}

function typedLine({editor}: Menu, columns: number): Line {
	return [{text: ' › ', role: 'prompt'}, ...lineView({editor: editor!, isTyping: true, problems: []}, columns - 4)];
}

function itemLine({label, note = ''}: MenuItem, isSelected: boolean, width: number, columns: number): Line {
	const text = ` ${isSelected ? '▸' : ' '} ${fit(label, Math.min(width, columns - 4))}`;
	if (isSelected) return [{text: fit(`${text}   ${note}`, columns), role: 'selection'}];
	return cutLine([{text}, {text: note === '' ? '' : `   ${note}`, role: 'dim'}], columns);
}
