#!/usr/bin/env node
import { keepMemorySmall } from './x12/memory.ts';
import { run } from './x12/run.ts';

keepMemorySmall();
process.exitCode = await run(process.argv.slice(2));
