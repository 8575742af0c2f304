import * as z from 'zod';
import { type Operations, operation } from '../control-plane/operation.ts';
import { ServiceError } from '../control-plane/service-error.ts';
import type { Parameter } from './parameters.ts';

/** Reading parameters of Systems Manager. */
export function ssm(parameters: ReadonlyMap<string, Parameter>): Operations {
  return {
    GetParameter: operation(z.object({ Name: z.string() }), ({ Name }) => {
      const parameter = parameters.get(Name);
      if (parameter === undefined)
        throw new ServiceError('ParameterNotFound', `Parameter ${Name} not found.`);
      return { Parameter: shown(parameter) };
    }),
    GetParameters: operation(z.object({ Names: z.array(z.string()) }), ({ Names }) => ({
      Parameters: Names.flatMap((name) => {
        const parameter = parameters.get(name);
        return parameter === undefined ? [] : [shown(parameter)];
      }),
      InvalidParameters: Names.filter((name) => !parameters.has(name)),
    })),
  };
}

function shown({ name, type, value }: Parameter): object {
  return { Name: name, Type: type, Value: value, Version: 1 };
}
