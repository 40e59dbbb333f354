import {Component, type ReactNode} from 'react';
import type {Explorer} from '../explorer.ts';
import {FaultScreen} from './fault-screen.tsx';
import {placeToDraw} from './faults.ts';

type Props = {readonly explorer: Explorer; readonly children: ReactNode};
type State = {readonly thrown?: {readonly error: unknown}};

/**
 * What a screen throws while it is drawn becomes the error screen, not the end of the program. React asks for a class
 * here. Give it `explorer.faults.left` as its key: that makes it new when the error screen is left.
 */
export class FaultBoundary extends Component<Props, State> {
	override state: State = {};

	static getDerivedStateFromError(error: unknown): State {
		return {thrown: {error}};
	}

	override render(): ReactNode {
		const {explorer, children} = this.props;
		const {thrown} = this.state;
		if (!thrown) return children;
		const {faults, layout, message} = explorer;
		// While a fault is shown its place is the error screen; what was to be drawn is what lies below it.
		const fault = faults.current ?? faults.raise(placeToDraw(explorer.place), thrown.error);
		return <FaultScreen layout={layout} fault={fault} message={message} />;
	}
}
