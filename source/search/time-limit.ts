/** A user's expression may go on for ever on some texts: whoever runs one can be made to stop. */
import vm from 'node:vm';

/** Made when it is first wanted: most searches have no expression. */
let place: {readonly room: vm.Context; readonly script: vm.Script} | undefined;

/** undefined: it took longer, and was stopped wherever it was. To ask costs a tenth of a millisecond. */
export function withinTime<T>(milliseconds: number, work: () => T): {readonly value: T} | undefined {
	place ??= {room: vm.createContext({work: undefined}), script: new vm.Script('work()')};
	const {room, script} = place;
	room.work = work;
	try {
		return {value: script.runInContext(room, {timeout: milliseconds}) as T};
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
		throw error;
	} finally {
		room.work = undefined;
	}
}
