// The transcripts that scenarios.test.mjs leaves, so that both can be played at the same time.
import { playEverySecond } from './transcripts.mjs';

playEverySecond(1);
