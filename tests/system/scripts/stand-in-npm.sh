#!/bin/sh
# Stands in for npm, because a test must not use a registry: `npm install --save-dev FILE NAME…` unpacks the package file, and takes
# all other packages from PACKAGES.
set -eu
[ "$1 $2" = 'install --save-dev' ] || { echo "unexpected: npm $*" >&2; exit 1; }
shift 2
mkdir -p node_modules/.bin
for name in "$PACKAGES"/* ; do ln -sfn "$name" node_modules/; done
for name in "$@"; do
  case $name in
    ./*.tgz)
      rm -rf node_modules/evidence-contract
      mkdir node_modules/evidence-contract
      tar -xzf "$name" -C node_modules/evidence-contract --strip-components=1
      ;;
    *) [ -e "node_modules/$name/package.json" ] || { echo "no package $name" >&2; exit 1; } ;;
  esac
done
ln -sf ../evidence-contract/dist/cli/main.js node_modules/.bin/evidence-contract
chmod +x node_modules/evidence-contract/dist/cli/main.js
ln -sf ../@playwright/test/cli.js node_modules/.bin/playwright
ln -sf ../typescript/bin/tsc node_modules/.bin/tsc
[ -e package.json ] || echo '{}' >package.json
