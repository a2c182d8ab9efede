/** Whether a text is an IANA time zone that this server can reckon with. */
export function isTimeZone(name: string): boolean {
  // Offsets like '+02:00' are taken by Intl too, but they do not know of daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
