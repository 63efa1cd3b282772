import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { linkTo } from '#web/urls.ts'

type Page = 'authenticate' | 'myAssignments' | 'unsubscribe' | 'updateBilling'

/**
 * The token that the address came with, and a setter for one that follows it. It leaves the address at once, so that no
 * history or referrer keeps it (threats T6).
 */
export function useTokenOfAddress(page: Page): [string, (token: string) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const found = new URLSearchParams(search).get('token') ?? ''
  const [taken, setTaken] = useState(found)
  const [token, setToken] = useState(found)
  if (found !== '' && found !== taken) {
    setTaken(found)
    setToken(found)
  }
  useEffect(() => {
    if (found !== '') void navigate(linkTo(page), { replace: true })
  }, [found, navigate, page])
  return [token, setToken]
}
