import { LegalPage } from './legal-page.tsx'
import { privacy } from './texts.ts'

export default function PrivacyPage() {
  return <LegalPage text={privacy} />
}
