import type { AccountCheck } from './connector.ts'
import { PublishError } from './publish-error.ts'

/**
 * Checks one aspect of a connected account. A platform's refusal is a finding, not a failure of the check.
 * @param mend where to read how to fix it, in a sentence
 */
export async function lookAt(
  what: string,
  mend: string,
  look: () => Promise<AccountCheck[]>,
): Promise<AccountCheck[]> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof PublishError)) throw error
    return [
      { what, ok: false, note: error.kind === 'retry_after' ? error.message : `${error.message} ${mend}` },
    ]
  }
}

/** Whether all required permissions were granted. @param mend in a sentence */
export const scopeCheck = (
  needed: readonly string[],
  granted: readonly string[],
  mend: string,
): AccountCheck => {
  const missing = needed.filter(scope => !granted.includes(scope))
  return missing.length
    ? { what: 'Permissions', ok: false, note: `Missing: ${missing.join(', ')}. ${mend}` }
    : { what: 'Permissions', ok: true, note: `all ${needed.length} are there` }
}
