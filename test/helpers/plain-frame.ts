import {stripVTControlCharacters} from 'node:util';
import {render} from 'ink-testing-library';
import type {ReactElement} from 'react';

/** What a component draws, without its colours. */
export function plainFrame(element: ReactElement): string {
	const {lastFrame, unmount} = render(element);
	const frame = stripVTControlCharacters(lastFrame() ?? '');
	unmount();
	return frame;
}
