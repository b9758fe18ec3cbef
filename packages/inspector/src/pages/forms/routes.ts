import type { Route } from '../../app/router.tsx';
import { FormPage } from './form-page.tsx';
import { FormsPage } from './forms-page.tsx';

export const formsRoutes: readonly Route[] = [
  { path: '/forms', title: 'Forms', page: FormsPage },
  { path: '/forms/{form_id}', title: 'Form', page: FormPage },
];
