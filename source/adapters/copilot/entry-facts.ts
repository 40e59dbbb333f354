import type {EntryFacts} from '../../model/entry.ts';
import type {Tokens} from '../../model/session.ts';
import {type Fields, fieldsOf, textOf} from '../fields.ts';
import {messageOf} from './decoder.ts';
import type {CopilotEvent} from './event.ts';
import {TokenUsage} from './token-usage.ts';

/** What an event tells beside its content. It must be shown every event, in the order of the log. */
export class EventFacts {
	private readonly usage = new TokenUsage();
	private context: Pick<EntryFacts, 'cwd' | 'gitBranch' | 'agentVersion'> = {};

	of(event: CopilotEvent): EntryFacts {
		const {type, data} = event;
		switch (type) {
			case 'session.start':
			case 'session.resume':
				this.observeContext(fieldsOf(data.context), textOf(data.copilotVersion));
				return this.context;
			case 'session.context_changed':
				this.observeContext(data);
				return this.context;
			case 'assistant.message':
				this.usage.observeAnswer(data);
				return {
					...this.context,
					requestId: textOf(data.requestId) ?? textOf(data.serviceRequestId),
					tokens: this.usage.outputOf(messageOf(data), data),
				};
			case 'session.shutdown':
				return {...this.context, tokens: this.shareOf(data)};
			default:
				return this.context;
		}
	}

	/** The sums that come at the end hold what answers told before; the rest is told here. */
	private shareOf(data: Fields): Tokens | undefined {
		const before = this.usage.total;
		this.usage.observeShutdown(data);
		const after = this.usage.total;
		if (!after || after === before) return undefined;
		const less = (kind: keyof Tokens) => (after[kind] ?? 0) - (before?.[kind] ?? 0);
		return {
			input: less('input'),
			output: less('output'),
			cacheCreation: less('cacheCreation'),
			cacheRead: less('cacheRead'),
		};
	}

	private observeContext(context: Fields, agentVersion = this.context.agentVersion): void {
		this.context = {
			cwd: textOf(context.cwd) ?? this.context.cwd,
			gitBranch: textOf(context.branch) ?? this.context.gitBranch,
			agentVersion,
		};
	}
}
