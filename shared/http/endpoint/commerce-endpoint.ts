import type { EndpointDeclaration } from '#contract/endpoint.ts';
import type { Reply } from '../reply/replies.ts';
import { type BrandCall, brandEndpoint } from './brand-endpoint.ts';
import type { EndpointCall } from './endpoint-factory.ts';
import { type Recorders, recorders } from './recorders.ts';

export {
  accepted,
  created,
  noContent,
  ok,
  okList,
  okPage,
  okText,
} from '../reply/replies.ts';

/** The Lambda handler of an endpoint whose operation does everything itself. */
export const commerceEndpoint = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: EndpointCall<E> & BrandCall & Recorders) => Promise<Reply>,
) =>
  brandEndpoint(declaration, async (call) => {
    const { finish, ...own } = recorders(call);
    const reply = await run({ ...call, ...own });
    await finish();
    return reply;
  });
