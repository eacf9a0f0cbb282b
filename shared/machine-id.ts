/** In characters. The identifier that GITL shows is far shorter. */
export const maxMachineIdLength = 200;

/** A control character is never part of an identifier, and would disturb logs and payment references. */
export const isMachineId = (value: string): boolean => value.length <= maxMachineIdLength && !/\p{Cc}/u.test(value);
