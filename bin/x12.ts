#!/usr/bin/env node
import { keepMemorySmall } from './x12/memory.ts';
import { runX12 } from './x12/run.ts';

keepMemorySmall();
process.exitCode = await runX12(process.argv.slice(2));
