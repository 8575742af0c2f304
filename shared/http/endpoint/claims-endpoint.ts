import { claimsTable } from '#store/claims/claims-table.ts';
import { endpointFactory } from './endpoint-factory.ts';

export { csvReply, listReply, wantsCsv } from '../reply/list-reply.ts';
export {
  accepted,
  created,
  noContent,
  ok,
  okBare as plain,
  okList as list,
  okPage as page,
  okText,
} from '../reply/replies.ts';

export const claimsEndpoint = endpointFactory(claimsTable, () => ({}));
