import * as z from 'zod';
import { laneNames } from './state-names.ts';

/** The lane of a claim. In no lane: a claim that was replaced (`closed`) and one that a person dismissed (`dismissed`). */
export const claimLane = z.enum([...laneNames, 'closed', 'dismissed']);
