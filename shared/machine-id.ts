/** In characters. The identifier that GITL shows is far shorter. */
export const maxMachineIdLength = 200;

/**
 * Control and format characters, such as those that change the direction of a text, are never part of an identifier, and
 * would disturb logs and payment references.
 */
export const isMachineId = (value: string): boolean => value.length <= maxMachineIdLength && !/\p{C}/u.test(value);
