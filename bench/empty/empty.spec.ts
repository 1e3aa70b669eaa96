import { test } from '@playwright/test';

test('does nothing', () => {});
