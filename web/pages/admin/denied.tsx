import { useEffect } from 'react'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** What is for admins alone: others of the staff are told so and see nothing. */
export function Denied() {
  useEffect(() => toast(texts.denied), [])
  return null
}
