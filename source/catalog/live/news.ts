import type {SessionRef} from '../../adapters/adapter.ts';
import type {StoreNewsOf} from '../../model/news.ts';

export type {CatalogueStatus} from '../../model/news.ts';

export type News = StoreNewsOf<SessionRef>;
