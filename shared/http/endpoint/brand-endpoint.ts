import { requireBrandRole, requireOpenBrand } from '#auth/principal.ts';
import { openCommerceTable } from '#store/commerce/commerce-table.ts';
import { type Exchange, headerOf } from '../request/exchange.ts';
import { parseBody } from '../request/json-body.ts';
import { baseUrl } from '../request/public-address.ts';
import { endpointFactory, unkeyedFactory } from './endpoint-factory.ts';

/** Input of every operation of the commerce service, beyond the input of all operations. */
export interface BrandCall {
  /** Brands in which the caller has any role. A resource addressed by its id alone is looked up among them. */
  readonly heldBrands: readonly string[];
  /** The address and the program of the client. They are for counting only and must not be stored. */
  readonly sourceIp: string | undefined;
  readonly userAgent: string | undefined;
  /** GET or HEAD for an endpoint with GET. */
  readonly method: string;
  /** A path such as `/api/v1/orders` under the address that the client used. */
  addressOf(path: string): string;
  /** Refuses a caller without the endpoint's role in the brand of a resource. */
  authorize(brandId: string): void;
}

const brandCall = ({ endpoint, event, principal }: Exchange): BrandCall => ({
  heldBrands: Object.keys(principal.brands),
  sourceIp: event.requestContext?.identity?.sourceIp,
  userAgent: headerOf(event, 'user-agent'),
  method: event.httpMethod,
  addressOf: (path) => `${baseUrl({ endpoint, event })}${path}`,
  authorize: (brandId) => {
    if (endpoint.access.kind !== 'brand') return;
    requireBrandRole(principal, brandId, endpoint.access.roles);
    requireOpenBrand(principal, brandId, endpoint);
  },
});

export const brandEndpoint = endpointFactory(openCommerceTable(), brandCall);
export const unkeyedBrandEndpoint = unkeyedFactory(openCommerceTable(), brandCall, parseBody);
export const bodilessBrandEndpoint = unkeyedFactory(openCommerceTable(), brandCall);
