import { limitSettings } from '../../engine/configuration/installation-settings.ts';
import { runSettings } from '../../engine/configuration/run-settings.ts';

/** The settings that `validate` reads. */
export const validateSettings = {
  maximumBodyBytes: limitSettings.maximumBodyBytes,
  readerMemoryMb: runSettings.readerMemoryMb,
};
