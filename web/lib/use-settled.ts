import { useEffect, useState } from 'react'

/** A value once it has stood still for `restMs`: a search is asked for words, not for letters. */
export function useSettled<T>(value: T, restMs = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return settled
}
