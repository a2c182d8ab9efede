import { useEffect } from 'react'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** The notice for staff who open a page for admins. */
export function Denied() {
  useEffect(() => toast(texts.denied), [])
  return null
}
