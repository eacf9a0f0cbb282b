/** A problem at the start that the operator can solve; the message is one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
