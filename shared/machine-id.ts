/** The code that GITL shows is far shorter; what is longer is no code. */
export const longestMachineId = 200;

// A control character has no place in a code, and would only confuse whoever reads it later.
export const isMachineId = (value: string): boolean => value.length <= longestMachineId && !/\p{Cc}/u.test(value);
