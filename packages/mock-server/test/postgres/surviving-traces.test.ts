import { defineSurvivingTraces } from '../surviving-traces.ts';
import { databases } from './databases.ts';

defineSurvivingTraces(async () => databases.url(await databases.create()));
