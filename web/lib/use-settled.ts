import { useEffect, useState } from 'react'

/** A value once it has been unchanged for `restMs`, so that a search runs for words, not for letters. */
export function useSettled<T>(value: T, restMs = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return settled
}
